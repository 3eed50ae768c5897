import { Button, Center, Flex, Heading, Spinner, Stack, Text } from '@chakra-ui/react';
import { Link, useParams } from 'react-router-dom';
import { useViejo } from '../../components/age.js';
import { EnLineaChip } from '../../components/online-chip.js';
import { ActualizarIcon, RegresarIcon } from '../../components/icons.js';
import { Panel } from '../../components/card.js';
import { TEXTO_MOTIVO } from '@acequia/contracts';
import { useServerThere, useOwnConnection } from '../../lib/live/live.js';
import { leerUsuario } from '../../lib/session.js';
import { useCentinela, useMedicion } from './api/centinela.js';
import { EnergiaPorDia } from './components/energy-per-day.js';
import { EnVivo } from './components/live-values.js';
import { Historia } from './components/history.js';
import { textos } from './textos.js';

/** One meter in full (CEN-1, DEC-8): live per phase, its history, and its energy by day. */
export function Component() {
  const id = Number(useParams()['id']);
  const { dispositivo, cargando, fallo } = useCentinela(id, leerUsuario()?.id ?? 0);
  if (cargando)
    return (
      <Center minH="50dvh">
        <Spinner />
      </Center>
    );
  return (
    <Stack gap="5">
      <Button asChild variant="ghost" size="sm" alignSelf="flex-start" ms="-3">
        <Link to="/panel/dispositivos">
          <RegresarIcon /> {textos.regresar}
        </Link>
      </Button>
      {dispositivo ? (
        <Detalle id={id} nombre={dispositivo.nombre} shellyId={dispositivo.shelly_id} />
      ) : (
        <Panel>
          {fallo ? (
            <Text role="alert" color="fg.warning">
              {textos.noLeido}
            </Text>
          ) : (
            <Text role="status">{textos.sinDispositivo}</Text>
          )}
        </Panel>
      )}
    </Stack>
  );
}

function Detalle({ id, nombre, shellyId }: { id: number; nombre: string; shellyId: string }) {
  useOwnConnection();
  const { lectura, cargando, refrescar, refrescando } = useMedicion(id);
  const viejo = useViejo(lectura?.ts_ms ?? null, useServerThere());
  return (
    <>
      <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
        <Stack gap="1">
          <Flex align="center" gap="3" wrap="wrap">
            <Heading as="h1" size={{ base: 'xl', md: '2xl' }} overflowWrap="anywhere">
              {nombre}
            </Heading>
            <EnLineaChip enLinea={lectura?.online ?? false} viejo={viejo} />
          </Flex>
          <Text color="fg.muted" fontSize="xs">
            ID: {shellyId}
          </Text>
          {lectura?.motivo && (
            <Text color="fg.warning" fontWeight="550" role="status">
              {TEXTO_MOTIVO[lectura.motivo]}
            </Text>
          )}
        </Stack>
        <Button colorPalette="campo" onClick={() => refrescar()} disabled={refrescando}>
          {refrescando ? <Spinner size="sm" /> : <ActualizarIcon />}{' '}
          {refrescando ? textos.actualizando : textos.refrescar}
        </Button>
      </Flex>
      <EnVivo
        metricas={lectura?.metricas ?? undefined}
        cargando={cargando}
        enLinea={(lectura?.online ?? false) && !viejo}
      />
      <Historia id={id} />
      <EnergiaPorDia id={id} />
    </>
  );
}
