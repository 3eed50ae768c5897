import { MAX_ENCENDIDO_S, TIPOS_CON_LIMITE } from '@acequia/contracts';
import { Box, Flex, Input } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { useController, useFormContext, useWatch, type FieldError } from 'react-hook-form';
import { Campo, Selector } from '../../../components/form/fields.js';
import { duracion } from '../../../lib/format/duration.js';
import { UNIDADES, unidadDe, type Unidad } from '../lib/limit.js';
import type { Panel } from '../lib/panel-form.js';
import { textos } from '../textos.js';

const { maximo: t } = textos;

interface Props {
  base: `pares.${number}.${'a' | 'b'}` | `individuales.${number}.uno`;
  error: FieldError | undefined;
}

const enUnidad = (segundos: number | null, unidad: Unidad): string =>
  segundos === null ? '' : String(Math.round((segundos / UNIDADES[unidad]) * 100) / 100);

/** The longest a switch may stay on, in minutes or hours; left empty it is that of its type. The form holds seconds. */
export function CampoMaximo({ base, error }: Props) {
  const { control } = useFormContext<Panel>();
  const {
    field: { ref, ...field },
  } = useController({ control, name: `${base}.max_encendido_s` });
  const tipo = useWatch({ control, name: `${base}.tipo` });
  const [unidad, setUnidad] = useState(() => unidadDe(field.value));
  const [texto, setTexto] = useState(() => enUnidad(field.value, unidad));
  const [puesto, setPuesto] = useState(field.value);
  const unidadId = useId();
  // The form was reset to what somebody else had saved.
  if (!Object.is(field.value, puesto)) {
    setPuesto(field.value);
    setUnidad(unidadDe(field.value));
    setTexto(enUnidad(field.value, unidadDe(field.value)));
  }

  const poner = (escrito: string, en: Unidad) => {
    const segundos = escrito.trim() === '' ? null : Math.round(Number(escrito) * UNIDADES[en]);
    setTexto(escrito);
    setUnidad(en);
    setPuesto(segundos);
    field.onChange(segundos);
  };
  const delTipo = tipo === '' ? null : MAX_ENCENDIDO_S[tipo];
  const ayuda = [
    delTipo !== null && t.delTipo(duracion(delTipo / 60)),
    tipo !== '' && !TIPOS_CON_LIMITE.has(tipo) && t.ceroSinLimite,
  ].filter(Boolean);
  return (
    <Campo etiqueta={textos.campos.maximo} error={error} ayuda={ayuda.join(' ')}>
      <Flex gap="1.5" w="full">
        <Input
          ref={ref}
          name={field.name}
          value={texto}
          onChange={({ target }) => poner(target.value, unidad)}
          onBlur={field.onBlur}
          type="number"
          min="0"
          step="any"
          inputMode="decimal"
          placeholder={enUnidad(delTipo, unidad)}
        />
        <Box w="5.5rem" flexShrink="0">
          <Selector
            id={unidadId}
            aria-label={t.unidad}
            value={unidad}
            onChange={({ target }) => poner(texto, target.value as Unidad)}
          >
            {(Object.keys(UNIDADES) as Unidad[]).map((una) => (
              <option key={una} value={una}>
                {t.unidades[una]}
              </option>
            ))}
          </Selector>
        </Box>
      </Flex>
    </Campo>
  );
}
