import { numero } from '@acequia/contracts';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { Progress } from '../lib/http/api-client.js';
import type { Download } from '../lib/http/use-download.js';
import { texts } from './textos.js';

const MB = 1_048_576;
const { download: t } = texts;
const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** The total is counted in advance and may be too low, so it is raised to the rows received. */
const textOf = ({ rows, bytes, total }: Progress): string => {
  const howMany = total === null ? t.rows(numero(rows)) : t.from(numero(rows), numero(Math.max(rows, total)));
  return `${howMany} · ${t.mb((bytes / MB).toLocaleString('es-MX', TENTHS))}`;
};

/** Progress of a download, with its cancel button; renders nothing while no download runs. */
export function DownloadProgress({
  downloading,
  progress,
  cancel,
}: Pick<Download<never>, 'downloading' | 'progress' | 'cancel'>) {
  if (!downloading) return null;
  const total = progress?.total ?? null;
  const part = progress && total ? Math.min(1, progress.rows / total) : null;
  return (
    <Flex align="center" gap="3" w="full" mb="4" px="3" py="2" borderWidth="1px" rounded="md" bg="bg.subtle">
      <Box flex="1" minW="0">
        <Text fontSize="sm" fontVariantNumeric="tabular-nums">
          {progress ? textOf(progress) : t.preparing}
        </Text>
        <Box
          role="progressbar"
          aria-label={t.running}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(part !== null && { 'aria-valuenow': Math.round(part * 100) })}
          mt="1.5"
          h="1.5"
          rounded="full"
          bg="bg.emphasized"
          overflow="hidden"
        >
          <Box
            h="full"
            rounded="full"
            bg="colorPalette.solid"
            w={part === null ? '30%' : `${part * 100}%`}
            {...(part === null
              ? { animation: 'pulse', animationDuration: '1.4s', animationIterationCount: 'infinite' }
              : { transition: 'width 150ms linear' })}
          />
        </Box>
      </Box>
      <Button size="sm" variant="outline" onClick={cancel}>
        {t.cancel}
      </Button>
    </Flex>
  );
}
