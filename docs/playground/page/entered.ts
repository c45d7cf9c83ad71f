/** What a field holds when it changes. */
export function entered({ target }: Event): string {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return isField ? target.value : '';
}
