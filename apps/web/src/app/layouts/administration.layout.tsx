import { Text } from '@chakra-ui/react';
import { Outlet, redirect, useLocation } from 'react-router-dom';
import { Toasts } from '../../components/toasts.js';
import { ConfirmProvider } from '../../components/confirm.js';
import { LogOutIcon } from '../../components/icons.js';
import { MenuEntry, Frame } from '../../components/frame.js';
import { PushButton } from '../../components/push-button.js';
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
import { texts } from '../../features/dashboard/textos.js';
import { EmpresaButton, FinderButton } from './finder-host.js';
import { texts as frameTexts } from './textos.js';

const more = frameTexts.moreScreens;
const MORE: readonly (readonly [to: string, text: string])[] = [
  ['/situacion', more.situation],
  ['/placas', more.placas],
  ['/avisos', more.avisos],
  ['/programas', more.programas],
  ['/clima', more.clima],
  ['/comandos', more.comandos],
  ['/enclavamientos', more.enclavamientos],
  ['/puntos', more.puntos],
  ['/auditoria', more.auditoria],
  ['/estado', more.estado],
  ['/cuenta', more.cuenta],
];

/** An admin_global's company stays in the address from screen to screen. Throws the redirect. */
export function loader({ request }: { request: Request }): null {
  if (readUsuario()?.rol !== 'admin_global') return null;
  const kept = withKeptEmpresa(new URL(request.url), window.location.pathname);
  if (kept !== null) throw redirect(kept);
  return null;
}

/** Each navigation is looked at, not only those that change what the frame shows. */
export const shouldRevalidate = (): boolean => true;

/** The administrators' frame and menu (ACC-8). */
export function Component() {
  const rol = readUsuario()?.rol;
  const { pathname } = useLocation();
  const entries = MORE.filter(([to]) => to !== '/estado' || rol === 'admin_global');
  const leaveSession = async () => {
    await logOut();
    localStorage.clear();
    window.location.assign('/');
  };
  return (
    <DataProvider>
      <Frame
        label={texts.menu}
        links={
          <>
            {rol === 'admin_global' && (
              <>
                <MenuEntry to="/dashboard">{texts.dashboardGlobal}</MenuEntry>
                <MenuEntry to="/empresas">{texts.empresas}</MenuEntry>
                <MenuEntry to="/dispositivos">{texts.dispositivos}</MenuEntry>
                <MenuEntry to="/switches">{texts.switches}</MenuEntry>
              </>
            )}
            <MenuEntry to="/usuarios">{texts.usuarios}</MenuEntry>
            {rol === 'admin_empresa' && <MenuEntry to="/dashboard-empresa">{texts.resumen}</MenuEntry>}
          </>
        }
        context={
          <>
            {rol === 'admin_global' && <EmpresaButton />}
            <FinderButton />
          </>
        }
        moreLabel={frameTexts.more}
        moreCurrent={entries.find(([to]) => pathname === to || pathname.startsWith(`${to}/`))?.[1]}
        moreLinks={
          <>
            {entries.map(([to, text]) => (
              <MenuEntry key={to} to={to}>
                {text}
              </MenuEntry>
            ))}
          </>
        }
        actions={
          <>
            <AvisosBell to="/avisos" />
            <PushButton variant="ghost" size="sm" onClick={() => void leaveSession()}>
              <LogOutIcon /> {texts.logOut}
            </PushButton>
          </>
        }
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
          {frameTexts.zonesUnread(cityOf(zone))}
        </Text>
      )}
      <Outlet />
    </InZone>
  );
}
