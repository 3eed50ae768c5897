import { Button } from '@chakra-ui/react';
import { Outlet } from 'react-router-dom';
import { Avisos } from '../../components/toasts.js';
import { ConfirmarProvider } from '../../components/confirm.js';
import { SalirIcon } from '../../components/icons.js';
import { EnlaceDeMenu, Marco } from '../../components/frame.js';
import { OrderStoreProvider } from '../../entities/switch/use-order.js';
import { DatosProvider } from '../../lib/data-provider.js';
import { leerUsuario } from '../../lib/session.js';
import { salir } from '../../lib/http/log-out.js';
import { textos } from '../../features/dashboard/textos.js';

/** The administrators' frame and menu (ACC-8). */
export function Component() {
  const rol = leerUsuario()?.rol;
  const terminar = async () => {
    await salir();
    localStorage.clear();
    window.location.assign('/');
  };
  return (
    <DatosProvider>
      <Marco
        etiqueta={textos.menu}
        enlaces={
          <>
            {rol === 'admin_global' && (
              <>
                <EnlaceDeMenu to="/dashboard">{textos.dashboardGlobal}</EnlaceDeMenu>
                <EnlaceDeMenu to="/empresas">{textos.empresas}</EnlaceDeMenu>
                <EnlaceDeMenu to="/dispositivos">{textos.dispositivos}</EnlaceDeMenu>
                <EnlaceDeMenu to="/switches">{textos.switches}</EnlaceDeMenu>
              </>
            )}
            <EnlaceDeMenu to="/usuarios">{textos.usuarios}</EnlaceDeMenu>
            {rol === 'admin_empresa' && <EnlaceDeMenu to="/dashboard-empresa">{textos.resumen}</EnlaceDeMenu>}
          </>
        }
        acciones={
          <Button variant="ghost" size="sm" onClick={() => void terminar()}>
            <SalirIcon /> {textos.salir}
          </Button>
        }
      >
        <ConfirmarProvider>
          <OrderStoreProvider>
            <Outlet />
          </OrderStoreProvider>
        </ConfirmarProvider>
      </Marco>
      <Avisos />
    </DatosProvider>
  );
}
