/** Prints what a client gets for malformed answers, on the Node that runs this file. */
import { createGateway } from 'waymark/gateway';
import { survive } from './malformed.ts';

console.log(JSON.stringify(await survive(createGateway)));
process.exit();
