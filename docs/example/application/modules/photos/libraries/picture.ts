/** Draws the pictures. The same album and number always give the same picture. */

const WIDTH = 800;
const HEIGHT = 500;

type Random = (low: number, high: number) => number;

/** What stands on a layer, at this place. */
type Thing = (x: number, foot: number, fill: string, random: Random) => string;

interface Scene {
  readonly sky: readonly [top: string, bottom: string];
  /** The colours of the ground, from far to near. */
  readonly layers: readonly string[];
  /** How far the ground rises and falls. */
  readonly rise: number;
  readonly thing?: Thing;
}

const COAST: Scene = {
  sky: ['#7fb7d9', '#fde2b8'],
  layers: ['#5aa4ae', '#3d8794', '#29707e', '#175664'],
  rise: 10,
};

const SCENES: ReadonlyMap<string, Scene> = new Map([
  ['coast', COAST],
  [
    'mountains',
    {
      sky: ['#5c8fc4', '#dbe9f4'],
      layers: ['#7d93b2', '#566f90', '#3f6650'],
      rise: 20,
      thing: peak,
    },
  ],
  [
    'forest',
    {
      sky: ['#bcd8c9', '#f2f5e6'],
      layers: ['#6f9a83', '#43745f', '#1f4a3c'],
      rise: 12,
      thing: fir,
    },
  ],
  ['desert', { sky: ['#f3b562', '#fde9c4'], layers: ['#dba765', '#c88c4c', '#93592b'], rise: 34 }],
  ['city', { sky: ['#141d3c', '#a4566c'], layers: ['#2b3157', '#151a33'], rise: 0, thing: tower }],
]);

/**
 * Draws a picture.
 *
 * @param album selects the scene; an album without one shows the coast
 * @param seed places the shapes
 * @returns an SVG document, with no text from visitors
 */
export function draw(album: string, seed: number): string {
  const { sky, layers, rise, thing } = SCENES.get(album) ?? COAST;
  const random = randomFrom(seed);
  const [x, y] = [random(120, 680), random(80, 180)];
  const ground = layers.map((fill, index) => {
    const top = 290 + index * 60;
    let things = '';
    for (let x = random(-40, 40); thing && x < WIDTH; x += random(70, 130)) {
      things += thing(x, top + rise, fill, random);
    }
    return things + swell(random, top, rise, fill);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/><circle cx="${x}" cy="${y}" r="42" fill="#fff3c9"/>${ground.join('')}</svg>`;
}

/** Pseudorandom whole numbers in a range, the same for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1);
  return (low, high) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.round(low + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (high - low));
  };
}

/** A wavy line from the left edge to the right, filled down to the bottom. */
function swell(random: Random, y: number, rise: number, fill: string): string {
  let path = `M0 ${y + random(-rise, rise)}`;
  for (let x = 0; x < WIDTH; x += 200) {
    const end = y + random(-rise, rise);
    path += `C${x + 66} ${y + random(-rise, 0)} ${x + 133} ${end} ${x + 200} ${end}`;
  }
  return `<path d="${path}V${HEIGHT}H0z" fill="${fill}"/>`;
}

function peak(x: number, foot: number, fill: string, random: Random): string {
  const height = random(90, 200);
  return `<path d="M${x} ${foot - height}l${height} ${height}h${-2 * height}z" fill="${fill}"/><path d="M${x} ${foot - height}l40 40l-25 -9l-17 14l-16 -10l-22 5z" fill="#f7fafc"/>`;
}

function fir(x: number, foot: number, fill: string, random: Random): string {
  const height = random(80, 180);
  const tiers = [1, 0.74, 0.45].map((share) => {
    const width = Math.round(height * (0.36 - share * 0.2));
    return `M${x} ${Math.round(foot - height * share)}l${width} ${Math.round(height * 0.45)}h${-2 * width}z`;
  });
  return `<path d="${tiers.join('')}" fill="${fill}"/>`;
}

function tower(x: number, foot: number, fill: string, random: Random): string {
  const [width, height] = [random(60, 110), random(60, 240)];
  let windows = '';
  for (let y = foot - height + 16; y < foot - 16; y += 26) {
    for (let left = x + 12; left < x + width - 14; left += 20) {
      if (random(0, 9) < 4) windows += `M${left} ${y}h9v13h-9z`;
    }
  }
  return `<path d="M${x} ${foot - height}h${width}v${height + 1}h${-width}z" fill="${fill}"/><path d="${windows}" fill="#ffcf7d"/>`;
}
