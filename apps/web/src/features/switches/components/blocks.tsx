import { TIPOS_SWITCH } from '@acequia/contracts';
import { Box, chakra, Grid, Input, SimpleGrid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useFormContext, useFormState, useWatch, type FieldError, type FieldPath } from 'react-hook-form';
import { Campo, CampoInterruptor, Selector } from '../../../components/form/fields.js';
import type { Panel } from '../lib/panel-form.js';
import { textos } from '../textos.js';
import { CampoMaximo } from './limit-field.js';
import { CampoPin } from './pin-field.js';

const { campos, bloques } = textos;

/** Two relays that share a place and a sensor (SWI-5). */
export function BloquePar({ indice }: { indice: number }) {
  const base = `pares.${indice}` as const;
  return (
    <Bloque titulo={bloques.par(indice + 1)}>
      <CamposDeLugar base={base} />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="3" mt="4">
        {(['a', 'b'] as const).map((lado) => (
          <Box key={lado} role="group" aria-label={bloques[lado]} borderWidth="1px" rounded="md" p="3.5" minW="0">
            <Box fontWeight="600" mb="2.5">
              {bloques[lado]}
            </Box>
            <CamposDeRele base={`${base}.${lado}`} nombre={campos.nombre} tipo={campos.tipo} />
          </Box>
        ))}
      </SimpleGrid>
    </Bloque>
  );
}

/** A relay on its own. */
export function BloqueIndividual({ indice }: { indice: number }) {
  const base = `individuales.${indice}` as const;
  return (
    <Bloque titulo={bloques.individual(indice + 1)}>
      <CamposDeLugar base={base} />
      <Box mt="4">
        <CamposDeRele base={`${base}.uno`} nombre={campos.nombreIndividual} tipo={campos.tipoIndividual} enFila />
      </Box>
    </Bloque>
  );
}

function Bloque({ titulo, children }: { titulo: string; children: ReactNode }) {
  return (
    <chakra.fieldset borderWidth="1px" rounded="lg" px={{ base: 3, md: 4 }} pb="4" pt="2.5" minW="0">
      <chakra.legend fontFamily="heading" fontSize="md" fontWeight="600" px="2" ms="-2">
        {titulo}
      </chakra.legend>
      {children}
    </chakra.fieldset>
  );
}

/** The error of one field, wherever it is nested. */
function useErrorDe(nombre: FieldPath<Panel>): FieldError | undefined {
  const { control, getFieldState } = useFormContext<Panel>();
  return getFieldState(nombre, useFormState({ control, name: nombre })).error as FieldError | undefined;
}

function CamposDeLugar({ base }: { base: `pares.${number}` | `individuales.${number}` }) {
  const { register, control } = useFormContext<Panel>();
  const [sensor, pin] = useWatch({ control, name: [`${base}.tiene_sensor`, `${base}.sensor_pin`] });
  const errorDeZona = useErrorDe(`${base}.zona`);
  const errorDePin = useErrorDe(`${base}.sensor_pin`);
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 1fr auto' }} gap="4" alignItems="start">
      <Campo etiqueta={campos.zona} error={errorDeZona} requerido>
        <Input {...register(`${base}.zona`)} autoComplete="off" />
      </Campo>
      <CampoPin
        nombre={`${base}.sensor_pin`}
        etiqueta={campos.sensorPin}
        papel="sensor"
        error={errorDePin}
        ayuda={pin !== null && sensor !== 1 ? textos.pines.sinSensor : null}
      />
      <Box pt={{ md: '8' }}>
        <CampoInterruptor control={control} nombre={`${base}.tiene_sensor`} etiqueta={campos.sensor} />
      </Box>
    </Grid>
  );
}

interface CamposDeReleProps {
  base: `pares.${number}.${'a' | 'b'}` | `individuales.${number}.uno`;
  nombre: string;
  tipo: string;
  enFila?: boolean;
}

function CamposDeRele({ base, nombre, tipo, enFila = false }: CamposDeReleProps) {
  const { register } = useFormContext<Panel>();
  const errorDeNombre = useErrorDe(`${base}.nombre`);
  const errorDeTipo = useErrorDe(`${base}.tipo`);
  const errorDePin = useErrorDe(`${base}.hardware_pin`);
  const errorDeMaximo = useErrorDe(`${base}.max_encendido_s`);
  return (
    <Grid
      templateColumns={{ base: '1fr', sm: '1fr 1fr', md: enFila ? '2fr 1fr 1fr' : '1fr 1fr' }}
      gap="3.5"
      alignItems="start"
    >
      <Box gridColumn={enFila ? { sm: 'span 2', md: 'auto' } : { sm: 'span 2' }}>
        <Campo etiqueta={nombre} error={errorDeNombre} requerido>
          <Input {...register(`${base}.nombre`)} autoComplete="off" />
        </Campo>
      </Box>
      <Campo etiqueta={tipo} error={errorDeTipo} requerido>
        <Selector {...register(`${base}.tipo`)}>
          <option value="">{textos.elegirTipo}</option>
          {TIPOS_SWITCH.map((uno) => (
            <option key={uno} value={uno}>
              {textos.tipos[uno]}
            </option>
          ))}
        </Selector>
      </Campo>
      <CampoPin nombre={`${base}.hardware_pin`} etiqueta={campos.pin} papel="rele" error={errorDePin} requerido />
      <Box gridColumn={enFila ? { sm: 'span 2', md: 'auto' } : { sm: 'span 2' }}>
        <CampoMaximo base={base} error={errorDeMaximo} />
      </Box>
    </Grid>
  );
}
