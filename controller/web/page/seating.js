// Where the players sit around the felt, seen from above. Pure.

const STEPS = 360;
/** Between an ellipse (2) and a rectangle: the corners of the felt are used, and look like a table. */
const SQUARENESS = 3.2;
/** A seat is wider than high, so a step up the side makes more room than one along the edge. */
const UPRIGHT = 1.8;

function point(angle) {
  const bent = (value) => Math.sign(value) * Math.abs(value) ** (2 / SQUARENESS);
  return [bent(Math.cos(angle)), bent(Math.sin(angle))];
}

/** The rim in small steps from the bottom, clockwise, each with its way from there. */
const rim = (() => {
  let way = 0;
  let before = point(Math.PI / 2);
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const [x, y] = point(Math.PI / 2 + (2 * Math.PI * step) / STEPS);
    way += Math.hypot(x - before[0], UPRIGHT * (y - before[1]));
    before = [x, y];
    return { x, y, way };
  });
})();

/**
 * The places of `count` players in seating order: `{x, y}`, each from -1 to 1, y downwards. The
 * first sits at the bottom; the next one, on the left of that, follows clockwise.
 */
export function places(count) {
  const whole = rim[STEPS].way;
  return Array.from({ length: count }, (_, at) => {
    const { x, y } = rim.find(({ way }) => way >= (whole * at) / count - 1e-9) ?? rim[0];
    return { x, y };
  });
}

/** Where somebody in the middle looks to face a place: degrees clockwise from the top. */
export const bearing = ({ x, y }) => Math.round((Math.atan2(x, -y) * 180) / Math.PI);
