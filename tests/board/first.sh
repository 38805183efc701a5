#!/bin/busybox sh
# The kernel's first program: mounts the memory card, and hands over to systemd.
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs -o mode=755 run /run
for module in /modules/*; do insmod "$module"; done
until [ -b /dev/mmcblk0 ]; do usleep 50000; done
# as noatime as a Raspberry Pi's card
mount -t ext4 -o noatime /dev/mmcblk0 /mnt
cp -r /machine/. /run
units=/run/systemd/system
mkdir "$units/multi-user.target.wants"
ln -s "$units/told.service" "$units/multi-user.target.wants"
for folder in proc sys dev run; do mount --move "/$folder" "/mnt/$folder"; done
exec switch_root /mnt /lib/systemd/systemd
