import { Outlet, useNavigate } from 'react-router-dom';
import { Toasts } from '../../components/toasts.js';
import { DropIcon, OrdersIcon } from '../../components/frame-icons.js';
import { Frame, type Menu, type MenuEntry } from '../../components/frame.js';
import { DispositivoIcon, PersonIcon, SwitchIcon } from '../../components/icons.js';
import { AvisosBell, BellIcon } from '../../entities/aviso/bell.js';
import { OrderStoreProvider } from '../../entities/switch/use-order.js';
import { DataProvider } from '../../lib/data-provider.js';
import { queryClient } from '../../lib/http/query-client.js';
import { readUsuario } from '../../lib/session.js';
import { logOut } from '../../lib/http/log-out.js';
import { FinderButton } from './finder-host.js';
import { texts } from './textos.js';
import './usuario.layout.css';

const { screens } = texts;
const PANEL_SWITCH: MenuEntry = { to: '/panel/switch', text: screens.panelSwitch, Icon: SwitchIcon };
const DISPOSITIVOS: MenuEntry = {
  to: '/panel/dispositivos',
  also: '/panel/centinelas',
  text: screens.dispositivos,
  Icon: DispositivoIcon,
};
const RIEGO: MenuEntry = { to: '/panel/programas', text: screens.riego, Icon: DropIcon };

const MENU: Menu = {
  first: [PANEL_SWITCH, DISPOSITIVOS],
  then: [
    RIEGO,
    { to: '/panel/avisos', text: screens.avisos, Icon: BellIcon },
    { to: '/panel/comandos', text: screens.comandos, Icon: OrdersIcon },
  ],
  account: { to: '/panel/cuenta', text: screens.cuenta, Icon: PersonIcon },
  tabs: [PANEL_SWITCH, DISPOSITIVOS, RIEGO],
};

/** The end user's frame (ACC-10). */
export function Component() {
  const navigate = useNavigate();
  const empresa = readUsuario()?.empresa_nombre;
  const leaveSession = async () => {
    await logOut();
    // The screens go first: one that is still there would read its data again, without a token.
    await navigate('/login');
    // The next person at this browser must not see this person's data, not even briefly.
    queryClient.clear();
  };
  return (
    <DataProvider>
      <Frame
        label={texts.menu}
        menu={MENU}
        finder={<FinderButton />}
        bell={<AvisosBell to="/panel/avisos" />}
        onLeave={leaveSession}
      >
        <div className="usuario-de">
          <h2>{texts.heading}</h2>
          {empresa && <p>· {empresa}</p>}
        </div>
        <OrderStoreProvider>
          <Outlet />
        </OrderStoreProvider>
      </Frame>
      <Toasts />
    </DataProvider>
  );
}
