import { dialogOnDemand } from '../components/dialog-on-demand.js';
import { Component as DispositivoPage } from '../features/dispositivo/dispositivo.page.js';

const Settings = dialogOnDemand(() =>
  import('../features/dispositivos/dispositivo-settings.js').then(({ DispositivoSettings }) => DispositivoSettings),
);

/** The page of a device, and its configuration in a drawer. */
export function Component() {
  return <DispositivoPage settings={(props) => <Settings {...props} />} />;
}
