/** The photos, in memory. */

export interface Photo {
  readonly id: number;
  readonly title: string;
}

const photos = new Map<number, Photo>();

export function all(): Photo[] {
  return [...photos.values()];
}

export function find(id: string): Photo | undefined {
  return photos.get(Number(id));
}

export function add(title: string): Photo {
  return save({ id: Math.max(9, ...photos.keys()) + 1, title });
}

export function save(photo: Photo): Photo {
  photos.set(photo.id, photo);
  return photo;
}

export function remove({ id }: Photo): void {
  photos.delete(id);
}

for (const title of ['Lighthouse', 'Harbour', 'Dunes']) add(title);
