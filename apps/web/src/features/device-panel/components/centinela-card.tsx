import type { Dispositivo } from '@acequia/contracts';
import { Button, Center, Flex, Spinner, Text } from '@chakra-ui/react';
import { useNavigate } from 'react-router-dom';
import { useViejo } from '../../../components/age.js';
import { Panel } from '../../../components/card.js';
import { TablaFases } from '../../../entities/dispositivo/phase-table.js';
import { fechaHora } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { useCentinela } from '../api/dispositivos-of-usuario.js';
import { textos } from '../textos.js';
import { Cabecera } from './device-heading.js';

/** A three-phase meter with its latest values. */
export function Centinela({ dispositivo }: { dispositivo: Dispositivo }) {
  const { lectura, metricas, cargando } = useCentinela(dispositivo.id);
  const navigate = useNavigate();
  const conectado = useServerThere();
  const viejo = useViejo(lectura?.ts_ms ?? null, conectado && (lectura?.online ?? false));
  return (
    <Panel p="4" data-dispositivo={dispositivo.id}>
      <Cabecera dispositivo={dispositivo} lectura={lectura} />
      {cargando ? (
        <Center minH="52">
          <Spinner />
        </Center>
      ) : (
        <TablaFases metricas={metricas} viejo={viejo} />
      )}
      <Flex justify="space-between" align="center" mt="3" gap="2" wrap="wrap">
        <Text fontSize="xs" color="fg.muted">
          {textos.ultimaLectura(fechaHora(metricas?.fecha) || '—')}
        </Text>
        <Button
          variant="outline"
          onClick={() => void navigate(`/panel/centinelas/${dispositivo.id}`, { state: { dispositivo } })}
        >
          {textos.verDetalle}
        </Button>
      </Flex>
    </Panel>
  );
}
