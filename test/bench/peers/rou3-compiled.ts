import { compileRouter } from 'rou3/compiler';
import { asTheyAre, contender } from '../contender.ts';
import { createRou3 } from './rou3.ts';

export default contender('rou3 compiled', {
  generatesCode: true,
  prepare: asTheyAre,
  build: (routes) => compileRouter(createRou3(routes)),
  indexOf: (answer) => answer?.data,
});
