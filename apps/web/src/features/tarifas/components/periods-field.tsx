import { TARIFA_LIMITES } from '@acequia/contracts';
import { Box, Button, chakra, Flex, Grid, IconButton, Input, Text } from '@chakra-ui/react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { asNumber, FormField } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { CloseIcon, MoreIcon } from '../../../components/icons.js';
import { periodName } from '../lib/describe.js';
import { newPeriod, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';
import { Swatch } from './swatch.js';

const { fields } = texts;
const COLUMNS = { base: '1.5rem minmax(0, 1fr) 7rem 2.5rem', sm: '1.5rem minmax(0, 1fr) 7rem 7rem 2.5rem' };

/** The periods of a version: colour, name and price. */
export function PeriodsField({ form }: { form: UseFormReturn<Values> }) {
  const { register, control, formState, getValues, setValue } = form;
  const rows = useFieldArray({ control, name: 'periodos' });
  const periodos = useWatch({ control, name: 'periodos' });
  const remove = (n: number): void => {
    const gone = getValues(`periodos.${n}.clave`);
    const left = getValues('reglas').filter(({ periodo }) => periodo !== gone);
    setValue('reglas', left, { shouldDirty: true });
    // They name rules by their place.
    form.clearErrors('reglas');
    rows.remove(n);
  };
  return (
    <Flex direction="column" gap="3" as="fieldset">
      <chakra.legend fontWeight="600" mb="2">
        {fields.periodos}
      </chakra.legend>
      {rows.fields.map(({ id, clave }, n) => {
        const errors = formState.errors.periodos?.[n];
        return (
          <Grid key={id} templateColumns={COLUMNS} gap="3" alignItems="start">
            <Box mt="2.1rem">
              <Swatch place={n} />
            </Box>
            <FormField label={fields.nombre} error={errors?.nombre} required>
              <Input {...register(`periodos.${n}.nombre`)} maxLength={40} autoComplete="off" />
            </FormField>
            <FormField label={fields.precio} error={errors?.precio} required>
              <NumberInput {...register(`periodos.${n}.precio`, asNumber)} />
            </FormField>
            <Box gridColumn={{ base: '3', sm: 'auto' }} gridRow={{ base: '2', sm: 'auto' }}>
              <FormField label={fields.demanda} error={errors?.demanda_kw}>
                <NumberInput {...register(`periodos.${n}.demanda_kw`, asNumber)} />
              </FormField>
            </Box>
            {rows.fields.length > 1 && (
              <IconButton
                mt="1.625rem"
                variant="ghost"
                aria-label={texts.removePeriod(periodName(periodos, clave))}
                onClick={() => remove(n)}
              >
                <CloseIcon />
              </IconButton>
            )}
          </Grid>
        );
      })}
      <Text color="fg.muted" fontSize="sm">
        {texts.demandaHelp}
      </Text>
      <Button
        variant="outline"
        alignSelf="flex-start"
        disabled={rows.fields.length >= TARIFA_LIMITES.periodos}
        onClick={() => rows.append(newPeriod(periodos))}
      >
        <MoreIcon /> {texts.anotherPeriod}
      </Button>
    </Flex>
  );
}
