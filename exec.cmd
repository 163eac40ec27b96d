@rem npm scripts say exec, so that signals reach the program itself; Windows has neither, and just runs it.
@%*
