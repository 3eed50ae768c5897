import type { Dispositivo } from '@acequia/contracts';
import { Button, Flex, Spinner, Text } from '@chakra-ui/react';
import { useViejo } from '../../../components/edad.js';
import { EstadoChip } from '../../../components/estado-chip.js';
import { Panel } from '../../../components/panel.js';
import { useConectado } from '../../../lib/live.js';
import { useLectura, useMando } from '../api/dispositivos-de-usuario.js';
import { textos } from '../textos.js';
import { Cabecera } from './cabecera.js';

/** A relay that can be switched. What it was asked is not what it is: the chip says what it last said (MDIS-7). */
export function Actuador({ dispositivo }: { dispositivo: Dispositivo }) {
  const lectura = useLectura(dispositivo.id);
  const { mandar, enCurso } = useMando(dispositivo.id);
  const conectado = useConectado();
  const enLinea = lectura?.online ?? false;
  const viejo = useViejo(lectura?.ts_ms ?? null, enLinea && conectado);
  return (
    <Panel p="4" data-dispositivo={dispositivo.id}>
      <Cabecera dispositivo={dispositivo} lectura={lectura} />
      <Flex align="center" gap="2" mt="3" wrap="wrap">
        <Text>{textos.estado}</Text>
        <EstadoChip estado={lectura?.estado.estado ?? null} viejo={viejo} />
        <Text fontSize="xs" color="fg.muted" role="status">
          {enCurso ? textos.enviando : lectura?.comando?.estado === 'sin_respuesta' ? textos.sinRespuesta : null}
        </Text>
      </Flex>
      <Flex gap="2" mt="3" wrap="wrap">
        {(['encender', 'apagar'] as const).map((accion) => (
          <Button
            key={accion}
            flex="1"
            minH="11"
            variant={accion === 'encender' ? 'solid' : 'outline'}
            colorPalette={accion === 'encender' ? 'campo' : 'teja'}
            disabled={!enLinea || !conectado || enCurso !== null}
            aria-busy={enCurso === accion}
            onClick={() => mandar(accion)}
          >
            {enCurso === accion && <Spinner size="sm" />} {textos[accion]}
          </Button>
        ))}
        <Button variant="ghost" minH="11">
          {textos.verDetalle}
        </Button>
      </Flex>
    </Panel>
  );
}
