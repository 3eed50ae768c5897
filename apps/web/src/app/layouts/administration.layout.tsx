import { Button } from '@chakra-ui/react';
import { Outlet } from 'react-router-dom';
import { Toasts } from '../../components/toasts.js';
import { ConfirmarProvider } from '../../components/confirm.js';
import { LogOutIcon } from '../../components/icons.js';
import { MenuEntry, Frame } from '../../components/frame.js';
import { OrderStoreProvider } from '../../entities/switch/use-order.js';
import { DataProvider } from '../../lib/data-provider.js';
import { readUsuario } from '../../lib/session.js';
import { logOut } from '../../lib/http/log-out.js';
import { textos } from '../../features/dashboard/textos.js';

/** The administrators' frame and menu (ACC-8). */
export function Component() {
  const rol = readUsuario()?.rol;
  const leaveSession = async () => {
    await logOut();
    localStorage.clear();
    window.location.assign('/');
  };
  return (
    <DataProvider>
      <Frame
        label={textos.menu}
        links={
          <>
            {rol === 'admin_global' && (
              <>
                <MenuEntry to="/dashboard">{textos.dashboardGlobal}</MenuEntry>
                <MenuEntry to="/empresas">{textos.empresas}</MenuEntry>
                <MenuEntry to="/dispositivos">{textos.dispositivos}</MenuEntry>
                <MenuEntry to="/switches">{textos.switches}</MenuEntry>
              </>
            )}
            <MenuEntry to="/usuarios">{textos.usuarios}</MenuEntry>
            {rol === 'admin_empresa' && <MenuEntry to="/dashboard-empresa">{textos.resumen}</MenuEntry>}
          </>
        }
        actions={
          <Button variant="ghost" size="sm" onClick={() => void leaveSession()}>
            <LogOutIcon /> {textos.logOut}
          </Button>
        }
      >
        <ConfirmarProvider>
          <OrderStoreProvider>
            <Outlet />
          </OrderStoreProvider>
        </ConfirmarProvider>
      </Frame>
      <Toasts />
    </DataProvider>
  );
}
