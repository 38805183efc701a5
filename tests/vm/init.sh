#!/bin/busybox sh
# PID 1 of the virtual machine: runs the one command that it finds, says how it ended, switches off.
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir /dev/shm /dev/pts
mount -t tmpfs memory /dev/shm
mount -t devpts pts /dev/pts
for module in /modules/*; do
  case "$module" in
    # an I2C bus that a test makes
    *-i2c-stub.ko | *-i2c_lines.ko) ;;
    *) insmod "$module" ;;
  esac
done
# a plug that a test puts in
rmmod g_serial
mount -t configfs config /sys/kernel/config
# gpiozero asks which Raspberry Pi this is
(cat /proc/cpuinfo; echo "Revision : a02082") > /run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
# a home for programs that are not root's, too
chmod 755 /root
ip link set lo up
chmod 1777 /tmp
sh /command
echo "The command ended with $?."
poweroff -f
