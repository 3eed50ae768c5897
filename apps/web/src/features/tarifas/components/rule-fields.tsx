import { DIAS_TARIFA, NOMBRES_DIA_TARIFA } from '@acequia/contracts';
import { chakra, Flex, Input, SimpleGrid, Text } from '@chakra-ui/react';
import type { UseFormReturn } from 'react-hook-form';
import { asNumber, FormField, Select } from '../../../components/form/fields.js';
import { periodName } from '../lib/describe.js';
import type { PeriodoValue, Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields, week } = texts;
const HOURS = Array.from({ length: 25 }, (_, hour) => hour);

interface Props {
  form: UseFormReturn<Values>;
  /** The rule's place. */
  n: number;
  periodos: readonly PeriodoValue[];
}

/** The fields of one rule: its period, kinds of day, hours and part of the year. */
export function RuleFields({ form, n, periodos }: Props) {
  const { register, formState } = form;
  const errors = formState.errors.reglas?.[n];
  const hourOf = (campo: 'desde' | 'hasta', label: string, hours: readonly number[]) => (
    <FormField label={label} error={errors?.[campo]}>
      <Select {...register(`reglas.${n}.${campo}`, asNumber)}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {week.hour(hour)}
          </option>
        ))}
      </Select>
    </FormField>
  );
  const seasonOf = (campo: 'desde' | 'hasta', label: string) => (
    <FormField label={label} error={errors?.temporada?.[campo]} help={campo === 'desde' && texts.temporadaHelp}>
      <Input {...register(`reglas.${n}.temporada.${campo}`)} maxLength={5} autoComplete="off" />
    </FormField>
  );
  return (
    <Flex direction="column" gap="3" pt="2" pb="3" ps={{ md: '9' }}>
      <Flex role="group" aria-label={fields.dias} columnGap="3" rowGap="1" wrap="wrap" align="center">
        {DIAS_TARIFA.map((dia) => (
          <Flex as="label" key={dia} gap="1.5" align="center" minH="8" textTransform="capitalize">
            <chakra.input type="checkbox" accentColor="campo.solid" value={dia} {...register(`reglas.${n}.dias`)} />
            {NOMBRES_DIA_TARIFA[dia]}
          </Flex>
        ))}
        {errors?.dias && (
          <Text role="alert" color="fg.error" fontSize="xs">
            {errors.dias.message}
          </Text>
        )}
      </Flex>
      <SimpleGrid columns={{ base: 2, md: 5 }} gap="3" alignItems="start">
        <Flex gridColumn={{ base: '1 / -1', md: 'auto' }}>
          <FormField label={fields.periodo}>
            <Select {...register(`reglas.${n}.periodo`)}>
              {periodos.map(({ clave }) => (
                <option key={clave} value={clave}>
                  {periodName(periodos, clave)}
                </option>
              ))}
            </Select>
          </FormField>
        </Flex>
        {hourOf('desde', fields.horaDesde, HOURS.slice(0, -1))}
        {hourOf('hasta', fields.horaHasta, HOURS.slice(1))}
        {seasonOf('desde', fields.temporadaDesde)}
        {seasonOf('hasta', fields.temporadaHasta)}
      </SimpleGrid>
    </Flex>
  );
}
