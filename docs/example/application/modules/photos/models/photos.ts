/** The photos, in memory. */
import { lines, oneLine, webAddress } from '../../../../framework/core/text.ts';
import * as albums from '../../albums/models/albums.ts';

export interface Photo {
  readonly id: number;
  readonly title: string;
  readonly album: string;
  readonly caption: string;
  /** A web address, or an empty string. */
  readonly link: string;
}

/** A photo that has no id yet. */
export type Draft = Omit<Photo, 'id'>;

/** Messages about invalid fields, by field name. */
export type Problems = ReadonlyMap<string, string>;

/** Limits, since everything is kept in memory. */
export const LIMITS = { title: 80, caption: 400, link: 200, photos: 60 };

const photos = new Map<number, Photo>();
// Ids are never reused: the URL of a deleted photo must not show another one.
let next = 1;

export function all(): Photo[] {
  return [...photos.values()];
}

export function find(id: string): Photo | undefined {
  return photos.get(Number(id));
}

export function isFull(): boolean {
  return photos.size >= LIMITS.photos;
}

/** Reads and validates a submitted form. */
export function read(form: URLSearchParams): { draft: Draft; problems: Problems } {
  const draft = {
    title: oneLine(form.get('title')),
    album: form.get('album') ?? '',
    caption: lines(form.get('caption')),
    link: oneLine(form.get('link')),
  };
  const problems = new Map<string, string>();
  if (draft.title === '') problems.set('title', 'Give it a title.');
  for (const field of ['title', 'caption', 'link'] as const) {
    const limit = LIMITS[field];
    if (draft[field].length > limit) problems.set(field, `At most ${limit} characters.`);
  }
  if (albums.find(draft.album) === undefined) problems.set('album', 'Choose one of the albums.');
  if (draft.link !== '' && webAddress(draft.link) === null) {
    problems.set('link', 'Write an address that starts with https:// or http://.');
  }
  return { draft, problems };
}

export function add(draft: Draft): Photo {
  return save({ id: next++, ...draft });
}

export function save(photo: Photo): Photo {
  photos.set(photo.id, photo);
  return photo;
}

export function remove({ id }: Photo): void {
  photos.delete(id);
}

const FIRST: readonly (readonly [string, string, string])[] = [
  ['First light', 'coast', 'The tide was still going out.'],
  ['The pass', 'mountains', 'Four hours up, one hour down.'],
  ['After rain', 'forest', 'Everything smelled of resin.'],
  ['Tram depot', 'city', 'The last one came in at two.'],
  ['Salt road', 'desert', 'No shade for a day in either direction.'],
  ['North face', 'mountains', 'Nobody climbed it that week.'],
  ['Night shift', 'city', 'From the roof of the bakery.'],
  ['Clearing', 'forest', 'A deer stood here a moment ago.'],
  ['Low tide', 'coast', 'You could walk to the island.'],
  ['Lighthouse', 'coast', 'The keeper waved.'],
  ['Harbour', 'city', 'Cranes, and then the sea.'],
  ['Dunes', 'desert', 'They move about a hand a day.'],
];

/** Restores the original photos, with their original ids. */
export function reset(): void {
  photos.clear();
  for (const [index, [title, album, caption]] of FIRST.entries()) {
    save({ id: index + 1, title, album, caption, link: '' });
  }
  next = Math.max(next, FIRST.length + 1);
}

reset();
