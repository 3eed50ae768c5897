import { Outlet, useNavigate } from 'react-router-dom';
import { Toasts } from '../../components/toasts.js';
import { DispositivoIcon, SwitchIcon, PersonIcon, LogOutIcon } from '../../components/icons.js';
import { MenuEntry, Frame } from '../../components/frame.js';
import { PushButton } from '../../components/push-button.js';
import { AvisosBell } from '../../entities/aviso/bell.js';
import { OrderStoreProvider } from '../../entities/switch/use-order.js';
import { DataProvider } from '../../lib/data-provider.js';
import { queryClient } from '../../lib/http/query-client.js';
import { readUsuario } from '../../lib/session.js';
import { logOut } from '../../lib/http/log-out.js';
import { FinderButton } from './finder-host.js';
import { texts } from './textos.js';
import './usuario.layout.css';

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
        links={
          <>
            <MenuEntry to="/panel/switch">
              <SwitchIcon /> {texts.panelSwitch}
            </MenuEntry>
            <MenuEntry to="/panel/dispositivos">
              <DispositivoIcon /> {texts.dispositivos}
            </MenuEntry>
            <MenuEntry to="/panel/cuenta">
              <PersonIcon /> {texts.cuenta}
            </MenuEntry>
          </>
        }
        actions={
          <>
            <FinderButton compact />
            <AvisosBell to="/panel/avisos" />
            <PushButton variant="ghost" size="sm" onClick={() => void leaveSession()}>
              <LogOutIcon /> {texts.logOut}
            </PushButton>
          </>
        }
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
