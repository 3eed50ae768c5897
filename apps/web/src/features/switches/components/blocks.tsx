import { TIPOS_SWITCH } from '@acequia/contracts';
import { Box, chakra, Grid, Input, SimpleGrid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useFormContext, useFormState, useWatch, type FieldError, type FieldPath } from 'react-hook-form';
import { FormField, SwitchField, Select } from '../../../components/form/fields.js';
import type { PanelForm } from '../lib/panel-form.js';
import { texts } from '../textos.js';
import { FlowField } from './flow-field.js';
import { LimitField } from './limit-field.js';
import { PinField } from './pin-field.js';

const { fields, blocks } = texts;

/** Two relays with the same place and sensor (SWI-5). */
export function PairBlock({ index }: { index: number }) {
  const base = `pairs.${index}` as const;
  return (
    <Block title={blocks.par(index + 1)}>
      <PlaceFields base={base} />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="3" mt="4">
        {(['a', 'b'] as const).map((side) => (
          <Box key={side} role="group" aria-label={blocks[side]} borderWidth="1px" rounded="md" p="3.5" minW="0">
            <Box fontWeight="600" mb="2.5">
              {blocks[side]}
            </Box>
            <RelayFields base={`${base}.${side}`} nombre={fields.nombre} tipo={fields.tipo} />
          </Box>
        ))}
      </SimpleGrid>
    </Block>
  );
}

export function SingleBlock({ index }: { index: number }) {
  const base = `singles.${index}` as const;
  return (
    <Block title={blocks.individual(index + 1)}>
      <PlaceFields base={base} />
      <Box mt="4">
        <RelayFields base={`${base}.one`} nombre={fields.nombreIndividual} tipo={fields.tipoIndividual} inRow />
      </Box>
    </Block>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.fieldset borderWidth="1px" rounded="lg" px={{ base: 3, md: 4 }} pb="4" pt="2.5" minW="0">
      <chakra.legend fontFamily="heading" fontSize="md" fontWeight="600" px="2" ms="-2">
        {title}
      </chakra.legend>
      {children}
    </chakra.fieldset>
  );
}

/** The error of a field, also of a nested one. */
function useErrorOf(nombre: FieldPath<PanelForm>): FieldError | undefined {
  const { control, getFieldState } = useFormContext<PanelForm>();
  return getFieldState(nombre, useFormState({ control, name: nombre })).error as FieldError | undefined;
}

function PlaceFields({ base }: { base: `pairs.${number}` | `singles.${number}` }) {
  const { register, control } = useFormContext<PanelForm>();
  const [sensor, pin] = useWatch({ control, name: [`${base}.tiene_sensor`, `${base}.sensor_pin`] });
  const zonaError = useErrorOf(`${base}.zona`);
  const pinError = useErrorOf(`${base}.sensor_pin`);
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 1fr auto' }} gap="4" alignItems="start">
      <FormField label={fields.zona} error={zonaError} required>
        <Input {...register(`${base}.zona`)} autoComplete="off" />
      </FormField>
      <PinField
        nombre={`${base}.sensor_pin`}
        label={fields.sensorPin}
        role="sensor"
        error={pinError}
        help={pin !== null && sensor !== 1 ? texts.pines.noSensor : null}
      />
      <Box pt={{ md: '8' }}>
        <SwitchField control={control} nombre={`${base}.tiene_sensor`} label={fields.sensor} />
      </Box>
    </Grid>
  );
}

interface RelayFieldsProps {
  base: `pairs.${number}.${'a' | 'b'}` | `singles.${number}.one`;
  nombre: string;
  tipo: string;
  inRow?: boolean;
}

function RelayFields({ base, nombre, tipo, inRow = false }: RelayFieldsProps) {
  const { register } = useFormContext<PanelForm>();
  const nameError = useErrorOf(`${base}.nombre`);
  const typeError = useErrorOf(`${base}.tipo`);
  const pinError = useErrorOf(`${base}.hardware_pin`);
  const limitError = useErrorOf(`${base}.max_encendido_s`);
  const flowError = useErrorOf(`${base}.caudal_m3h`);
  return (
    <Grid
      templateColumns={{ base: '1fr', sm: '1fr 1fr', md: inRow ? '2fr 1fr 1fr' : '1fr 1fr' }}
      gap="3.5"
      alignItems="start"
    >
      <Box gridColumn={inRow ? { sm: 'span 2', md: 'auto' } : { sm: 'span 2' }}>
        <FormField label={nombre} error={nameError} required>
          <Input {...register(`${base}.nombre`)} autoComplete="off" />
        </FormField>
      </Box>
      <FormField label={tipo} error={typeError} required>
        <Select {...register(`${base}.tipo`)}>
          <option value="">{texts.chooseTipo}</option>
          {TIPOS_SWITCH.map((one) => (
            <option key={one} value={one}>
              {texts.tipos[one]}
            </option>
          ))}
        </Select>
      </FormField>
      <PinField nombre={`${base}.hardware_pin`} label={fields.pin} role="relay" error={pinError} required />
      <Box gridColumn={inRow ? { sm: 'span 2', md: 'auto' } : { sm: 'span 2' }}>
        <LimitField base={base} error={limitError} />
      </Box>
      <FlowField base={base} error={flowError} />
    </Grid>
  );
}
