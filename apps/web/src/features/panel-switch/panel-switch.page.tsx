import { Button, Center, Flex, Heading, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { ActualizarIcon, InterruptorIcon } from '../../components/icons.js';
import { Panel } from '../../components/panel.js';
import { CLAVES, leerUsuario } from '../../lib/session.js';
import { useSwitchesDeUsuario } from './api/switches-de-usuario.js';
import { HistorialGeneral } from './components/historial-general.js';
import { HistorialSensores } from './components/historial-sensores.js';
import { TablaSwitches } from './components/tabla-switches.js';
import { paresDe } from './lib/pares.js';
import { textos } from './textos.js';

export function Component() {
  const usuario = leerUsuario();
  const usuarioId = usuario?.id ?? 0;
  const switches = useSwitchesDeUsuario(usuarioId);
  const [claveElegida, setClaveElegida] = useState(() => localStorage.getItem(CLAVES.par));
  // Spec 8: a failed load empties a list that never came; one that did is kept, with its ages telling the truth.
  const pares = paresDe(switches.data ?? []);
  const elegido = pares.find(({ key }) => key === claveElegida) ?? pares[0];

  const elegir = (key: string) => {
    localStorage.setItem(CLAVES.par, key);
    setClaveElegida(key);
  };

  return (
    <Stack gap="5">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
          {textos.titulo}
        </Heading>
        <Button colorPalette="campo" onClick={() => void switches.refetch()} disabled={switches.isFetching}>
          {switches.isFetching ? <Spinner size="sm" /> : <ActualizarIcon />} {textos.actualizar}
        </Button>
      </Flex>
      {switches.isError && (
        <Text role="alert" color="fg.warning">
          {textos.errorLista}
        </Text>
      )}
      <Panel p="0" overflow="hidden">
        {switches.isLoading ? <Espera /> : pares.length > 0 ? <TablaSwitches pares={pares} /> : <Vacio />}
      </Panel>
      <HistorialSensores pares={pares} elegido={elegido} onElegir={elegir} />
      <HistorialGeneral usuarioId={usuarioId} empresaId={usuario?.empresa_id ?? null} />
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

function Vacio() {
  return (
    <Center py="14" px="6" flexDirection="column" gap="2" textAlign="center">
      <Text fontSize="3xl" color="fg.subtle">
        <InterruptorIcon />
      </Text>
      <Text fontWeight="600">{textos.vacio}</Text>
      <Text color="fg.muted">{textos.vacioAyuda}</Text>
    </Center>
  );
}
