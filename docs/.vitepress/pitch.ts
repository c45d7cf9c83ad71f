/** waymark in one sentence. */
export const PITCH = 'A router that tries routes in your order, and can prove what they do.';
