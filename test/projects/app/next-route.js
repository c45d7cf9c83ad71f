import { handleBelow } from '../../../handle.js';

const handle = handleBelow('/api');

export { handle as GET, handle as POST };
