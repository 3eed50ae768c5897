import { PointsToldAgain1764210000000 } from './1764210000000-points-told-again.js';

/** automation now keeps more of each point: all are emitted once more. */
export class PointsToldOnceMore1764230000000 extends PointsToldAgain1764210000000 {}
