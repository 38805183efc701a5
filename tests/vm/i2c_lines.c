// SPDX-License-Identifier: MIT
// An I2C bus on two lines of a GPIO chip: on other machines, a device tree tells the kernel of it.
// Whoever loads this module says which chip, which lines, and which number the bus gets.
#include <linux/err.h>
#include <linux/gpio/machine.h>
#include <linux/module.h>
#include <linux/platform_device.h>

static char *chip = "";
module_param(chip, charp, 0);
static int sda, scl, bus;
module_param(sda, int, 0);
module_param(scl, int, 0);
module_param(bus, int, 0);

static char device[32];
static struct gpiod_lookup_table wires = {.dev_id = device, .table = {{}, {}, {}}};
static struct platform_device *wired;

static int __init wire(void)
{
	snprintf(device, sizeof(device), "i2c-gpio.%d", bus);
	wires.table[0] = GPIO_LOOKUP(chip, sda, "sda", GPIO_ACTIVE_HIGH);
	wires.table[1] = GPIO_LOOKUP(chip, scl, "scl", GPIO_ACTIVE_HIGH);
	gpiod_add_lookup_table(&wires);
	wired = platform_device_register_simple("i2c-gpio", bus, NULL, 0);
	if (IS_ERR(wired))
		gpiod_remove_lookup_table(&wires);
	return PTR_ERR_OR_ZERO(wired);
}

static void __exit unwire(void)
{
	platform_device_unregister(wired);
	gpiod_remove_lookup_table(&wires);
}

module_init(wire);
module_exit(unwire);
MODULE_DESCRIPTION("An I2C bus on two lines of a GPIO chip");
MODULE_LICENSE("Dual MIT/GPL");
