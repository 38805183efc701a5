"""The page of the live picture: drag over it to say where the pile is."""

PAGE = b"""<!doctype html><html lang=en><meta charset=utf-8>
<meta name=viewport content='width=device-width'><title>Rollerdeck: camera</title>
<style>
body { margin: 0; background: #111; color: #eee; font: 1.1rem/1.4 sans-serif }
main { position: relative; line-height: 0 }
img { width: 100%; touch-action: none; user-select: none; cursor: crosshair }
i { position: absolute; box-sizing: border-box; border: 3px solid #ffd34d; pointer-events: none }
p { margin: .6rem 1rem }
button { font: inherit; margin: 0 1rem 1rem; padding: .5rem 1rem }
</style>
<main><img src=stream alt='What the camera sees' draggable=false><i hidden></i></main>
<p role=status>Drag over the picture to say where the pile is.</p>
<button>Find the pile by itself</button>
<script>
const [img, box, said] = ["img", "i", "p"].map((name) => document.querySelector(name));
let from = null;
function at(event) {
  const there = img.getBoundingClientRect();
  const share = (place, start, size) => Math.min(1, Math.max(0, (place - start) / size));
  return [share(event.clientX, there.left, there.width),
    share(event.clientY, there.top, there.height)];
}
function drawn(event) {
  const to = at(event);
  const [left, top] = [0, 1].map((axis) => Math.floor(100 * Math.min(from[axis], to[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.ceil(100 * Math.max(from[axis], to[axis])));
  const region = [left, top, right - left, bottom - top];
  const names = ["left", "top", "width", "height"];
  names.forEach((name, nth) => { box.style[name] = region[nth] + "%"; });
  box.hidden = false;
  return region;
}
async function tell(region) {
  try {
    said.textContent = await (await fetch("region", { method: "POST", body: region })).text();
  } catch {
    said.textContent = "The reader does not answer: start it again.";
  }
}
img.addEventListener("pointerdown", (event) => {
  from = at(event);
  img.setPointerCapture(event.pointerId);
  event.preventDefault();
});
img.addEventListener("pointermove", (event) => { if (from) drawn(event); });
img.addEventListener("pointerup", (event) => {
  if (!from) return;
  const region = drawn(event);
  from = null;
  tell(region.join());
});
img.addEventListener("pointercancel", () => { from = null; box.hidden = true; });
document.querySelector("button").addEventListener("click", () => { box.hidden = true; tell(""); });
</script></html>
"""
