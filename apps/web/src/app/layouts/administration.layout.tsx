import { Text } from '@chakra-ui/react';
import { Outlet, redirect } from 'react-router-dom';
import { Toasts } from '../../components/toasts.js';
import { ConfirmProvider } from '../../components/confirm.js';
import { Frame } from '../../components/frame.js';
import { AvisosBell } from '../../entities/aviso/bell.js';
import { useEmpresaInAddress } from '../../entities/empresa/empresa-in-address.js';
import { useEmpresaZone, useZonesUnread } from '../../entities/empresa/empresa-zone.js';
import { OrderStoreProvider } from '../../entities/switch/use-order.js';
import { DataProvider } from '../../lib/data-provider.js';
import { withKeptEmpresa } from '../../lib/kept-empresa.js';
import { readUsuario } from '../../lib/session.js';
import { InZone } from '../../lib/time/shown-zone.js';
import { cityOf } from '../../lib/time/zone-name.js';
import { logOut } from '../../lib/http/log-out.js';
import { administrationMenu } from './administration-menu.js';
import { EmpresaButton, FinderButton } from './finder-host.js';
import { texts } from './textos.js';

/** An admin_global's company stays in the address from screen to screen. Throws the redirect. */
export function loader({ request }: { request: Request }): null {
  if (readUsuario()?.rol !== 'admin_global') return null;
  const kept = withKeptEmpresa(new URL(request.url), window.location.pathname);
  if (kept !== null) throw redirect(kept);
  return null;
}

/** Each navigation is looked at, not only those that change what the frame shows. */
export const shouldRevalidate = (): boolean => true;

async function leaveSession(): Promise<void> {
  await logOut();
  localStorage.clear();
  window.location.assign('/');
}

/** The administrators' frame (ACC-8). */
export function Component() {
  const rol = readUsuario()?.rol;
  return (
    <DataProvider>
      <Frame
        label={texts.adminMenu}
        menu={administrationMenu(rol)}
        context={rol === 'admin_global' && <EmpresaButton />}
        finder={<FinderButton />}
        bell={<AvisosBell to="/avisos" />}
        onLeave={leaveSession}
      >
        <ConfirmProvider>
          <OrderStoreProvider>
            <Screen />
          </OrderStoreProvider>
        </ConfirmProvider>
      </Frame>
      <Toasts />
    </DataProvider>
  );
}

/** The times of a screen are those of the chosen company. */
function Screen() {
  const zone = useEmpresaZone(useEmpresaInAddress());
  const zonesUnread = useZonesUnread();
  return (
    <InZone value={zone}>
      {zonesUnread && (
        <Text role="status" mb="4" px="3" py="2" bg="miel.300" color="miel.950" borderRadius="md">
          {texts.zonesUnread(cityOf(zone))}
        </Text>
      )}
      <Outlet />
    </InZone>
  );
}
