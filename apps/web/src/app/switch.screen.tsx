import { dialogOnDemand } from '../components/dialog-on-demand.js';
import { Component as SwitchPage } from '../features/switch-panel/switch.page.js';

const Settings = dialogOnDemand(() =>
  import('../features/switches/switch-settings.js').then(({ SwitchSettings }) => SwitchSettings),
);

/** The page of a switch, and its configuration in a drawer. */
export function Component() {
  return <SwitchPage settings={(props) => <Settings {...props} />} />;
}
