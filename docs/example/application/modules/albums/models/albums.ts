/** The fixed list of albums. */

export interface Album {
  readonly name: string;
  readonly title: string;
  /** Alternative text for the album's pictures. */
  readonly shows: string;
}

// A Map, so that a name from a URL, such as __proto__, never finds an inherited property.
const albums = new Map<string, Album>(
  [
    { name: 'coast', title: 'Coast', shows: 'Waves below a low sun' },
    { name: 'mountains', title: 'Mountains', shows: 'Snow on a row of peaks' },
    { name: 'forest', title: 'Forest', shows: 'Firs in front of misty hills' },
    { name: 'desert', title: 'Desert', shows: 'Dunes in the afternoon' },
    { name: 'city', title: 'City', shows: 'Lit windows of a skyline at night' },
  ].map((album) => [album.name, album]),
);

export function all(): Album[] {
  return [...albums.values()];
}

export function find(name: string): Album | undefined {
  return albums.get(name);
}
