import { dialogOnDemand } from '../../components/dialog-on-demand.js';

/** The dialog of a switch; its form of the lockout weighs more than the lists that open it. */
export const SwitchDialog = dialogOnDemand(() => import('./switch-dialog.js').then((module) => module.SwitchDialog));
