#!/bin/busybox sh
# The kernel's first program: mounts the disk and the project, and hands over to systemd.
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs -o mode=755 run /run
# Whenever nothing is to be done the clock leaps on to when something is, also while a disk is read.
# Until the launcher's steps hold it to their pace, there is always something.
sh -c 'renice -n 19 $$; echo $$ >/run/busy; while :; do :; done' &
for module in /modules/*; do
  case $module in
    # a plug that is put in later
    *-g_serial.ko | *-v4l2loopback.ko | *-vivid.ko) mkdir -p /run/modules && cp "$module" /run/modules ;;
    *) insmod "$module" ;;
  esac
done
# as noatime as a Raspberry Pi's card
mount -t ext4 -o noatime /dev/vda /mnt
mount -t ext4 -o ro /dev/vdb /mnt/opt
cp -r /machine/. /run
cp /command /run/command
units=/run/systemd/system
mkdir "$units/multi-user.target.wants"
for unit in launcher errand; do ln -s "$units/$unit.service" "$units/multi-user.target.wants"; done
# gpiozero asks which Raspberry Pi this is
(cat /proc/cpuinfo; echo "Revision : a02082") > /run/cpuinfo
for folder in proc sys dev run; do mount --move "/$folder" "/mnt/$folder"; done
exec switch_root /mnt /lib/systemd/systemd
