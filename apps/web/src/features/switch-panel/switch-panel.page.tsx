import { Button, Center, Flex, Heading, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ActualizarIcon, InterruptorIcon, RelojIcon, SinConexionIcon } from '../../components/icons.js';
import { Panel } from '../../components/card.js';
import { Resguardo } from '../../components/guarded-part.js';
import { useServerThere } from '../../lib/live/live.js';
import { noLlego } from '../../lib/http/query-client.js';
import { ultimaFallo } from '../../lib/http/reread.js';
import { CLAVES, leerUsuario } from '../../lib/session.js';
import { useSwitchesDeUsuario } from './api/switches-of-usuario.js';
import { HistorialGeneral } from './components/general-history.js';
import { HistorialSensores } from './components/sensor-history.js';
import { MandoADemanda } from './components/dialog-on-demand.js';
import { TablaSwitches } from './components/switch-table.js';
import { paresDe } from './lib/pairs.js';
import { textos } from './textos.js';

export function Component() {
  const usuario = leerUsuario();
  const usuarioId = usuario?.id ?? 0;
  const switches = useSwitchesDeUsuario(usuarioId);
  const conectado = useServerThere();
  const [actualizando, setActualizando] = useState(false);
  const [claveElegida, setClaveElegida] = useState(() => localStorage.getItem(CLAVES.par));
  const fallo = noLlego(switches) && !switches.data;
  const cargando = switches.isLoading && !fallo;
  // PANEL-13: a failed load empties a list that never came; one that did is kept, with its ages telling the truth.
  const pares = paresDe(switches.data ?? []);
  const elegido = pares.find(({ key }) => key === claveElegida) ?? pares[0];

  const elegir = (key: string) => {
    localStorage.setItem(CLAVES.par, key);
    setClaveElegida(key);
  };

  // Only what was asked for shows as busy, and without `disabled`, which would take the focus from under a keyboard.
  const actualizar = async () => {
    if (actualizando) return;
    setActualizando(true);
    await switches.refetch();
    setActualizando(false);
  };

  return (
    <Stack gap="5">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
          {textos.titulo}
        </Heading>
        <Flex gap="2" wrap="wrap">
          <Button variant="outline" asChild>
            <Link to="/panel/comandos">
              <RelojIcon /> {textos.comandos}
            </Link>
          </Button>
          <Button colorPalette="campo" onClick={() => void actualizar()} aria-busy={actualizando}>
            {actualizando ? <Spinner size="sm" /> : <ActualizarIcon />} {textos.actualizar}
          </Button>
        </Flex>
      </Flex>
      {ultimaFallo(switches) && switches.data && conectado && (
        <Text role="alert" color="fg.warning">
          {textos.errorLista}
        </Text>
      )}
      <Panel p="0" overflow="hidden">
        {cargando ? (
          <Espera />
        ) : pares.length > 0 ? (
          <MandoADemanda switches={switches.data ?? []}>
            <TablaSwitches pares={pares} />
          </MandoADemanda>
        ) : switches.data ? (
          <Vacio icono={<InterruptorIcon />} titulo={textos.vacio} ayuda={textos.vacioAyuda} />
        ) : (
          <Vacio icono={<SinConexionIcon />} titulo={textos.errorPrimeraLista} ayuda={textos.errorAyuda} error />
        )}
      </Panel>
      <Resguardo alto="7rem" claves={[switches.dataUpdatedAt]}>
        <HistorialSensores pares={pares} elegido={elegido} onElegir={elegir} cargando={cargando} fallo={fallo} />
      </Resguardo>
      <Resguardo alto="7rem" claves={[switches.dataUpdatedAt]}>
        <HistorialGeneral usuarioId={usuarioId} empresaId={usuario?.empresa_id ?? null} />
      </Resguardo>
    </Stack>
  );
}

function Espera() {
  return (
    <Stack p="4" gap="4" aria-busy>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} h="12" />
      ))}
    </Stack>
  );
}

interface VacioProps {
  icono: ReactNode;
  titulo: string;
  ayuda: string;
  error?: boolean;
}

function Vacio({ icono, titulo, ayuda, error = false }: VacioProps) {
  return (
    <Center
      data-vacio
      py="14"
      px="6"
      flexDirection="column"
      gap="2"
      textAlign="center"
      role={error ? 'alert' : undefined}
    >
      <Text fontSize="3xl" color={error ? 'fg.warning' : 'fg.subtle'}>
        {icono}
      </Text>
      <Text fontWeight="600">{titulo}</Text>
      <Text color="fg.muted">{ayuda}</Text>
    </Center>
  );
}
