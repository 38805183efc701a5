// The documents, which a referee may serve as a site.

/** The address of their site. Empty where there is none, and where no Back button leads from it to the table again: in a
 * kiosk and in an app of the home screen. */
export function documentsAddress() {
  const address = document.querySelector('meta[name="documents"]')?.getAttribute("content");
  return address && matchMedia("(display-mode: browser)").matches ? address : "";
}
