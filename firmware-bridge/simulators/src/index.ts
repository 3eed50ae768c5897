export { readBoards, type BoardSpec, type Rele } from './board-spec.js';
export { Fleet, type FleetOptions } from './fleet.js';
export { provision, type ProvisionOptions } from './provision.js';
export { simulate, type SimulateOptions, type SimulateSummary } from './simulate.js';
export { VirtualBoard, type VirtualBoardOptions } from './virtual-board.js';
