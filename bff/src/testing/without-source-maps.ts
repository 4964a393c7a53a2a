/** Test set-up: Node removes types in place, so that lines are right without source maps, which it would read of each module. */
process.setSourceMapsEnabled(false);
