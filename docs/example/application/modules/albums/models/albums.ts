/** The albums, which are fixed, and what the pictures in each of them show. */

export interface Album {
  readonly name: string;
  readonly title: string;
  /** What a picture of it shows, for those who don't see it. */
  readonly shows: string;
}

// A Map, so that an album's name from a URL is never a property's: __proto__ is not an album.
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
