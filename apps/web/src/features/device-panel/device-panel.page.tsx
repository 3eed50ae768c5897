import { esCentinela } from '@acequia/contracts';
import { Heading, Stack } from '@chakra-ui/react';
import { useCanales } from '../../entities/dispositivo/live-reading.js';
import { useOwnConnection } from '../../lib/live/live.js';
import { noLlego } from '../../lib/http/query-client.js';
import { leerUsuario } from '../../lib/session.js';
import { useDispositivosDeUsuario } from './api/dispositivos-of-usuario.js';
import { Actuador } from './components/actuator-card.js';
import { Centinela } from './components/centinela-card.js';
import { Seccion } from './components/section.js';
import { textos } from './textos.js';

/** The end user's devices (MDIS-1). */
export function Component() {
  const lista = useDispositivosDeUsuario(leerUsuario()?.id ?? 0);
  const { data: dispositivos } = lista;
  const fallo = noLlego(lista);
  useOwnConnection();
  useCanales(dispositivos?.map(({ id }) => id) ?? []);
  const centinelas = dispositivos?.filter(({ tipo }) => esCentinela(tipo));
  const actuadores = dispositivos?.filter(({ tipo }) => !esCentinela(tipo));
  return (
    <Stack gap="8">
      <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
        {textos.titulo}
      </Heading>
      <Seccion titulo={textos.actuadores} vacio={textos.sinActuadores} dispositivos={actuadores} fallo={fallo}>
        {(dispositivo) => <Actuador dispositivo={dispositivo} />}
      </Seccion>
      <Seccion titulo={textos.centinelas} vacio={textos.sinCentinelas} dispositivos={centinelas} fallo={fallo} anchas>
        {(dispositivo) => <Centinela dispositivo={dispositivo} />}
      </Seccion>
    </Stack>
  );
}
