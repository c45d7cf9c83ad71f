/** Draws the pictures. The same album and number always give the same picture. */

const WIDTH = 800;
const HEIGHT = 500;

type Random = () => number;
type Scene = (random: Random) => string;

const SCENES = new Map<string, Scene>([
  ['coast', coast],
  ['mountains', mountains],
  ['forest', forest],
  ['desert', desert],
  ['city', city],
]);

/**
 * Draws a picture.
 *
 * @param album selects the scene; an album without one shows the coast
 * @param seed places the shapes
 * @returns an SVG document, with no text from visitors
 */
export function draw(album: string, seed: number): string {
  const scene = SCENES.get(album) ?? coast;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${scene(randomFrom(seed))}</svg>`;
}

/** Pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const between = (random: Random, low: number, high: number) =>
  Math.round(low + random() * (high - low));

const pick = (random: Random, choices: readonly (readonly [string, string])[]) =>
  choices[Math.floor(random() * choices.length)] ?? ['#8ecae6', '#e8f4f8'];

function sky([top, bottom]: readonly [string, string]): string {
  return `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/>`;
}

function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius * 2}" fill="${fill}" opacity=".18"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

/** A wavy line from the left edge to the right, filled down to the bottom. */
function swell(random: Random, y: number, rise: number, bends: number, fill: string): string {
  const step = WIDTH / bends;
  let path = `M0 ${y + between(random, -rise, rise)}`;
  for (let bend = 0; bend < bends; bend++) {
    const x = Math.round(step * bend);
    const [up, end] = [y + between(random, -rise, 0), y + between(random, -rise, rise)];
    path += `C${Math.round(x + step / 3)} ${up} ${Math.round(x + step / 1.5)} ${end} ${Math.round(x + step)} ${end}`;
  }
  return `<path d="${path}V${HEIGHT}H0z" fill="${fill}"/>`;
}

function coast(random: Random): string {
  const hue = pick(random, [
    ['#f6a87b', '#fde2b8'],
    ['#7fb7d9', '#e6f1ee'],
    ['#b79ad1', '#fbd3c4'],
  ]);
  const sun = disc(between(random, 150, 650), between(random, 150, 215), 42, '#fff3c9');
  const waves = ['#5aa4ae', '#3d8794', '#29707e', '#175664', '#0f4653'].map((fill, index) =>
    swell(random, 268 + index * 46, 9 + index * 2, 5, fill),
  );
  const x = between(random, 120, 640);
  const boat = `<path d="M${x} 292h74l-14 18h-48zM${x + 35} 284v-70l36 66zM${x + 30} 284l-26-8 26-50z" fill="#fffaf0"/>`;
  const [first = '', ...others] = waves;
  return sky(hue) + sun + first + boat + others.join('');
}

function mountains(random: Random): string {
  const hue = pick(random, [
    ['#5c8fc4', '#dbe9f4'],
    ['#e79a86', '#fbe6d0'],
    ['#6a77ad', '#e4cfe0'],
  ]);
  let peaks = '';
  for (const [base, fill] of [
    [190, '#7d93b2'],
    [250, '#566f90'],
  ] as const) {
    for (let x = between(random, -60, 0); x < WIDTH; x += between(random, 190, 260)) {
      const [top, half] = [base + between(random, -110, 10), between(random, 190, 250)];
      const foot = (Math.max(60, 90 - top / 4) * half) / (HEIGHT - top);
      const snow = top + Math.max(60, 90 - top / 4);
      peaks += `<path d="M${x} ${top}l${half} ${HEIGHT - top}h-${half * 2}z" fill="${fill}"/>`;
      peaks += `<path d="M${x} ${top}L${Math.round(x + foot)} ${snow}l-${Math.round(foot * 0.7)} -14l-${Math.round(foot * 0.5)} 20l-${Math.round(foot * 0.8)} -6z" fill="#f7fafc"/>`;
    }
  }
  const sun = disc(between(random, 100, 700), between(random, 70, 120), 34, '#fff6db');
  return (
    sky(hue) +
    sun +
    peaks +
    swell(random, 400, 24, 3, '#3f6650') +
    swell(random, 450, 18, 4, '#2c4f3e')
  );
}

function forest(random: Random): string {
  const hue = pick(random, [
    ['#bcd8c9', '#f2f5e6'],
    ['#e9c99a', '#f8efd9'],
    ['#93b4c2', '#e5eeea'],
  ]);
  let drawing = sky(hue) + disc(between(random, 120, 680), between(random, 80, 140), 36, '#fffbe8');
  drawing += swell(random, 270, 40, 3, '#a3c0ae');
  for (const [foot, low, high, fill] of [
    [360, 70, 120, '#6f9a83'],
    [430, 120, 190, '#43745f'],
    [520, 190, 300, '#1f4a3c'],
  ] as const) {
    drawing += swell(random, foot - 14, 10, 4, fill);
    for (let x = between(random, -20, 20); x < WIDTH + 40; x += between(random, 40, 90)) {
      drawing += fir(x, foot, between(random, low, high), fill);
    }
  }
  return drawing;
}

function fir(x: number, foot: number, height: number, fill: string): string {
  const tier = (share: number, width: number) =>
    `M${x} ${Math.round(foot - height * share)}l${Math.round(height * width)} ${Math.round(height * 0.45)}h-${Math.round(height * width * 2)}z`;
  return `<path d="${tier(1, 0.15)}${tier(0.74, 0.21)}${tier(0.45, 0.27)}" fill="${fill}"/>`;
}

function desert(random: Random): string {
  const hue = pick(random, [
    ['#f3b562', '#fde9c4'],
    ['#e98a6b', '#fbd9a5'],
    ['#7db8c9', '#f9e8c8'],
  ]);
  const sun = disc(between(random, 120, 680), between(random, 100, 170), 48, '#fff5d6');
  const dunes = ['#dba765', '#c88c4c', '#b27239', '#93592b'].map((fill, index) =>
    swell(random, 270 + index * 62, 34, 2 + (index % 2), fill),
  );
  const x = between(random, 90, 700);
  const cactus = `<path d="M${x} 480v-120m0 70h-26v-34m26 14h24v-40" fill="none" stroke="#3f5f45" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/>`;
  return sky(hue) + sun + dunes.join('') + cactus;
}

function city(random: Random): string {
  const hue = pick(random, [
    ['#141d3c', '#5b4a78'],
    ['#0d2238', '#2f6178'],
    ['#23183f', '#a4566c'],
  ]);
  let drawing = sky(hue) + disc(between(random, 100, 700), between(random, 70, 120), 26, '#fdf3d0');
  for (let star = 0; star < 30; star++) {
    drawing += `<circle cx="${between(random, 0, WIDTH)}" cy="${between(random, 0, 220)}" r="1.4" fill="#fff" opacity=".7"/>`;
  }
  for (const [fill, low, high] of [
    ['#2b3157', 180, 320],
    ['#151a33', 90, 240],
  ] as const) {
    for (let x = -10; x < WIDTH; ) {
      const [width, height] = [between(random, 56, 104), between(random, low, high)];
      drawing += tower(random, x, width, height, fill);
      x += width + between(random, 0, 14);
    }
  }
  return drawing;
}

function tower(random: Random, x: number, width: number, height: number, fill: string): string {
  const top = HEIGHT - height;
  let windows = '';
  for (let y = top + 16; y < HEIGHT - 16; y += 26) {
    for (let left = x + 12; left < x + width - 14; left += 20) {
      if (random() < 0.42) windows += `M${left} ${y}h9v13h-9z`;
    }
  }
  return `<path d="M${x} ${top}h${width}v${height}h-${width}z" fill="${fill}"/><path d="${windows}" fill="#ffcf7d"/>`;
}
