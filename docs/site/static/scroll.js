// What is wider than the screen can be scrolled with a keyboard, too.
for (const wide of document.querySelectorAll("pre, .table-wrapper")) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}
