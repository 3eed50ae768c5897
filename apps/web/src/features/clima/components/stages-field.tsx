import { CLIMA_LIMITS, CLIMA_SILENCIO, TIPOS_THAT_CHOOSE_SILENCE } from '@acequia/contracts';
import { Button, chakra, Flex, Grid, IconButton } from '@chakra-ui/react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { asNumber, Choice, FormField, Options } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { CloseIcon, MoreIcon } from '../../../components/icons.js';
import { newStage, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields } = texts;

interface Props {
  form: UseFormReturn<Values>;
  switches: readonly { id: number; nombre: string }[];
  tipoOf: (switchId: string) => string | undefined;
  /** Of the thresholds. */
  unit: string;
}

/** The stages of a rule: switch, threshold, and behaviour while the sensor is silent. */
export function StagesField({ form, switches, tipoOf, unit }: Props) {
  const { register, control, formState } = form;
  const rows = useFieldArray({ control, name: 'etapas' });
  const etapas = useWatch({ control, name: 'etapas' });
  return (
    <Flex direction="column" gap="3" as="fieldset">
      <chakra.legend fontWeight="600" mb="2">
        {fields.etapas}
      </chakra.legend>
      {rows.fields.map(({ id }, n) => {
        const errors = formState.errors.etapas?.[n];
        const switchId = etapas[n]?.switch_id ?? '';
        const must = TIPOS_THAT_CHOOSE_SILENCE.has(tipoOf(switchId) ?? '');
        // Off is the same written or left out: one option, with the value that the stage has.
        const off = must || etapas[n]?.si_calla !== 'apagado' ? '' : 'apagado';
        return (
          <Grid
            key={id}
            role="group"
            aria-label={texts.stage(n + 1)}
            templateColumns={{ base: '1fr 1fr', md: '1fr 8.5rem 8.5rem 13rem 2.5rem' }}
            gap="3"
            alignItems="start"
          >
            <Flex gridColumn={{ base: '1 / -1', md: 'auto' }}>
              <FormField label={fields.switch} error={errors?.switch_id} required>
                <Choice control={control} nombre={`etapas.${n}.switch_id`}>
                  <option value="">{texts.choose}</option>
                  <Options from={switches} chosen={Number(switchId) || null} />
                </Choice>
              </FormField>
            </Flex>
            <FormField label={fields.enciende(unit)} error={errors?.enciende} required>
              <NumberInput signed {...register(`etapas.${n}.enciende`, asNumber)} />
            </FormField>
            <FormField label={fields.apaga(unit)} error={errors?.apaga} required>
              <NumberInput signed {...register(`etapas.${n}.apaga`, asNumber)} />
            </FormField>
            <Flex gridColumn={{ base: '1 / -1', md: 'auto' }}>
              <FormField
                label={fields.siCalla}
                error={errors?.si_calla}
                required={must}
                help={must ? texts.silenceMust : undefined}
              >
                <Choice control={control} nombre={`etapas.${n}.si_calla`}>
                  <option value={off}>{must ? texts.choose : texts.silence.apagado}</option>
                  {CLIMA_SILENCIO.filter((each) => must || each !== 'apagado').map((each) => (
                    <option key={each} value={each}>
                      {texts.silence[each]}
                    </option>
                  ))}
                </Choice>
              </FormField>
            </Flex>
            {rows.fields.length > 1 && (
              <IconButton
                mt={{ md: '1.625rem' }}
                gridColumn={{ base: '1 / -1', md: 'auto' }}
                justifySelf="start"
                variant="ghost"
                aria-label={texts.remove(texts.stage(n + 1))}
                onClick={() => rows.remove(n)}
              >
                <CloseIcon />
              </IconButton>
            )}
          </Grid>
        );
      })}
      <Button
        variant="outline"
        alignSelf="flex-start"
        disabled={rows.fields.length >= CLIMA_LIMITS.ETAPAS}
        onClick={() => rows.append(newStage())}
      >
        <MoreIcon /> {texts.anotherStage}
      </Button>
    </Flex>
  );
}
