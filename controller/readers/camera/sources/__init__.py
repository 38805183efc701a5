"""Where frames come from: a camera, a folder of pictures, a video, a program."""
