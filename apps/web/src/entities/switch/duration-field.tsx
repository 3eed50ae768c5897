import { Flex, Box, Input } from '@chakra-ui/react';
import { duracion } from '../../lib/format/duration.js';
import { duracionesHasta, segundosDe, type Duracion } from './on-duration.js';
import { Campo, Selector } from '../../components/form/fields.js';
import { textos } from './textos-dialogo.js';

const { durante: t } = textos;

interface Props {
  tope_s: number;
  valor: Duracion;
  onElegir: (una: Duracion) => void;
}

/** For how long Encender turns it on; its limit holds whatever is chosen. */
export function CampoDuracion({ tope_s, valor, onElegir }: Props) {
  const { opcion, minutos } = valor;
  const mal = segundosDe(valor, tope_s) === null && (opcion !== 'otra' || minutos !== '');
  return (
    <Flex gap="3" align="flex-start" mb="3" maxW="24rem">
      <Box flex="1" minW="0">
        <Campo etiqueta={t.etiqueta}>
          <Selector
            value={opcion}
            onChange={({ target: { value } }) =>
              onElegir({ opcion: value === 'maximo' || value === 'otra' ? value : Number(value), minutos })
            }
          >
            <option value="maximo">{t.maximo}</option>
            {duracionesHasta(tope_s).map((una) => (
              <option key={una} value={una}>
                {duracion(una / 60)}
              </option>
            ))}
            <option value="otra">{t.otra}</option>
          </Selector>
        </Campo>
      </Box>
      {opcion === 'otra' && (
        <Box w="9.5rem">
          <Campo
            etiqueta={t.minutos}
            requerido
            error={mal ? { type: 'max', message: t.hasta(duracion(tope_s / 60)) } : undefined}
          >
            <Input
              type="number"
              min="0"
              step="any"
              inputMode="decimal"
              value={minutos}
              onChange={({ target }) => onElegir({ opcion, minutos: target.value })}
            />
          </Campo>
        </Box>
      )}
    </Flex>
  );
}
