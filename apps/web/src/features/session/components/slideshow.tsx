import { Box, Flex, Heading, IconButton, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import acequia from '../slides/1-acequia.svg';
import riego from '../slides/2-riego.svg';
import greenhouse from '../slides/3-invernadero.svg';
import stable from '../slides/4-establo.svg';
import energia from '../slides/5-energia.svg';
import { PauseIcon, PlayIcon } from '../../../components/icons.js';
import { SLIDES, texts } from '../textos.js';

/** LOG-1: five slides in a loop, one every 6 s. ms */
const EVERY_MS = 6_000;
const IMAGES = [acequia, riego, greenhouse, stable, energia];

export function Slideshow() {
  const [current, setCurrent] = useState(0);
  const [paused, setPaused] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);

  useEffect(() => {
    if (paused) return;
    const timer = setInterval(() => setCurrent((index) => (index + 1) % IMAGES.length), EVERY_MS);
    return () => clearInterval(timer);
  }, [paused]);

  return (
    <Box
      as="aside"
      position="relative"
      flex={{ base: 'none', md: '1.15' }}
      h={{ base: '13rem', md: 'auto' }}
      overflow="hidden"
      bg="campo.900"
      aria-roledescription={texts.slideshow}
    >
      {IMAGES.map((image, index) => (
        <Box
          key={image}
          position="absolute"
          inset="0"
          opacity={index === current ? 1 : 0}
          transition="opacity 1.2s ease"
          aria-hidden={index !== current}
        >
          <img
            src={image}
            alt={SLIDES[index]?.title ?? ''}
            // The first image is visible at once; the next one only after six seconds.
            loading={index === 0 ? 'eager' : 'lazy'}
            style={{ width: '100%', height: '100%', objectFit: 'cover', objectPosition: '50% 70%' }}
          />
        </Box>
      ))}
      <Flex
        position="absolute"
        insetX="0"
        bottom="0"
        direction="column"
        gap="1"
        p={{ base: 5, md: 10 }}
        pt="24"
        color="white"
        style={{ backgroundImage: 'linear-gradient(to top, rgba(8,20,13,.82), rgba(8,20,13,0))' }}
      >
        <Heading as="p" size={{ base: 'xl', md: '3xl' }} fontWeight="520" color="white">
          {SLIDES[current]?.title}
        </Heading>
        <Text fontSize={{ base: 'sm', md: 'md' }} maxW="28rem" opacity="0.92">
          {SLIDES[current]?.text}
        </Text>
        <Flex gap="2" mt="4" align="center">
          <Flex gap="2" aria-label={texts.slide(current + 1, IMAGES.length)} role="img">
            {IMAGES.map((image, index) => (
              <Box
                key={image}
                h="3px"
                w={index === current ? '8' : '4'}
                rounded="full"
                bg="white"
                opacity={index === current ? 0.95 : 0.4}
                transition="all .4s"
              />
            ))}
          </Flex>
          <IconButton
            type="button"
            size="xs"
            variant="ghost"
            color="white"
            _hover={{ bg: 'campo.800' }}
            _focusVisible={{ outlineColor: 'white' }}
            aria-label={paused ? texts.play : texts.pause}
            onClick={() => setPaused(!paused)}
          >
            {paused ? <PlayIcon /> : <PauseIcon />}
          </IconButton>
        </Flex>
      </Flex>
    </Box>
  );
}
