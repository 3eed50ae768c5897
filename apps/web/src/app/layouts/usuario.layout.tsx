import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { Outlet, useNavigate } from 'react-router-dom';
import { Avisos } from '../../components/toasts.js';
import { DispositivoIcon, InterruptorIcon, PersonaIcon, SalirIcon } from '../../components/icons.js';
import { EnlaceDeMenu, Marco } from '../../components/frame.js';
import { OrderStoreProvider } from '../../entities/switch/use-order.js';
import { DatosProvider } from '../../lib/data-provider.js';
import { queryClient } from '../../lib/http/query-client.js';
import { leerUsuario } from '../../lib/session.js';
import { salir } from '../../lib/http/log-out.js';
import { textos } from './textos.js';

/** The end user's frame (ACC-10). */
export function Component() {
  const navigate = useNavigate();
  const empresa = leerUsuario()?.empresa_nombre;
  const terminar = async () => {
    await salir();
    // The next person at this browser must not see this one's data for a blink.
    queryClient.clear();
    void navigate('/login');
  };
  return (
    <DatosProvider>
      <Marco
        etiqueta={textos.menu}
        enlaces={
          <>
            <EnlaceDeMenu to="/panel/switch">
              <InterruptorIcon /> {textos.panelSwitch}
            </EnlaceDeMenu>
            <EnlaceDeMenu to="/panel/dispositivos">
              <DispositivoIcon /> {textos.dispositivos}
            </EnlaceDeMenu>
            <EnlaceDeMenu to="/panel/cuenta">
              <PersonaIcon /> {textos.cuenta}
            </EnlaceDeMenu>
          </>
        }
        acciones={
          <Button variant="ghost" size="sm" onClick={() => void terminar()}>
            <SalirIcon /> {textos.salir}
          </Button>
        }
      >
        <Flex gap="1.5" mb="2" align="baseline" color="fg.muted" fontSize="sm" minW="0">
          <Heading as="h2" fontSize="inherit" fontFamily="body" fontWeight="600" lineHeight="inherit" flexShrink="0">
            {textos.encabezado}
          </Heading>
          {empresa && <Text truncate>· {empresa}</Text>}
        </Flex>
        <OrderStoreProvider>
          <Outlet />
        </OrderStoreProvider>
      </Marco>
      <Avisos />
    </DatosProvider>
  );
}
