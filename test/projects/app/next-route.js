import { handle } from '../../handle.js';

export { handle as GET, handle as POST };
